// Without a CUDA toolkit at build time: the same header, no device.
namespace exonweave::gpu {}
