# A package for Debian and Ubuntu: `cpack -G DEB` in the build tree. The files are those of `cmake --install`, moved by
# debian_files.cmake to where Debian's policy has them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME exonweave)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "gene prediction by exact spliced alignment")
set(CPACK_PACKAGE_DESCRIPTION
"exonweave annotates protein-coding genes in eukaryotic genomes by exact
spliced alignment of proteins from related species. It trains models of splice
sites and codon usage on the genome itself, reports complete genes with
calibrated confidence scores, and writes a self-contained report.")
set(CPACK_PACKAGE_CONTACT "The exonweave developers") # a release adds an address: docs/develop/packages.md
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/debian_files.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

# Read by debian_files.cmake.
set(CPACK_EXONWEAVE_CHANGELOG ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
set(CPACK_EXONWEAVE_COPYRIGHT ${CMAKE_CURRENT_BINARY_DIR}/copyright)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
get_property(licences GLOBAL PROPERTY EXONWEAVE_REPORT_LICENCES)
file(WRITE ${CPACK_EXONWEAVE_COPYRIGHT} "${licence}\n${licences}")
include(CPack)
