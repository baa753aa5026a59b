# Run by CPack on the installed files of a package before it packs them: compresses and moves what Debian's policy wants
# compressed or elsewhere, and adds its changelog.
cmake_minimum_required(VERSION 3.25)
set(root ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(documents ${root}/share/doc/exonweave)

string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${documents}/changelog.Debian "exonweave (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n
  * Release ${CPACK_PACKAGE_VERSION}; changelog.gz lists the changes.\n
 -- ${CPACK_PACKAGE_CONTACT}  ${now}\n")
configure_file(${CPACK_EXONWEAVE_CHANGELOG} ${documents}/changelog COPYONLY)
configure_file(${CPACK_EXONWEAVE_COPYRIGHT} ${documents}/copyright COPYONLY)
file(REMOVE ${documents}/LICENSE)
file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
execute_process(COMMAND gzip -9n ${documents}/changelog ${documents}/changelog.Debian ${root}/share/man/man1/exonweave.1
  COMMAND_ERROR_IS_FATAL ANY)
