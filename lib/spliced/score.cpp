#include "spliced/score.hpp"
