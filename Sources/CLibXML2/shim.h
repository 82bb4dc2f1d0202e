// The declarations of libxml2's headers. The functions' addresses are looked up when an input is XML.
#pragma once
#include <dlfcn.h>
// Debian's headers include ICU, which clashes with Foundation's copy. Nothing here needs it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemas.h>

// The library that matches these headers and their structure layouts.
#if LIBXML_VERSION < 21400
static const char *const libxmlFile = "libxml2.so.2";
#else
static const char *const libxmlFile = "libxml2.so.16";
#endif

#define LIBXML_FUNCTIONS(X) \
  X(xmlCreatePushParserCtxt) X(xmlCtxtUseOptions) X(xmlParseChunk) X(xmlStopParser) X(xmlFreeParserCtxt) \
  X(xmlReadMemory) X(xmlGetLastError) X(xmlFreeDoc) X(xmlDocGetRootElement) X(xmlGetLineNo) \
  X(xmlSchemaNewDocParserCtxt) X(xmlSchemaSetParserStructuredErrors) X(xmlSchemaParse) X(xmlSchemaFreeParserCtxt) \
  X(xmlSchemaFree) X(xmlSchemaNewValidCtxt) X(xmlSchemaSetValidStructuredErrors) X(xmlSchemaSAXPlug) \
  X(xmlSchemaSAXUnplug) X(xmlSchemaFreeValidCtxt)

typedef struct {
#define LIBXML_MEMBER(name) __typeof__(&name) name;
  LIBXML_FUNCTIONS(LIBXML_MEMBER)
} LibXMLFunctions;

/// Loads the library and looks up its functions.
///
/// Returns 1 if all were found.
static inline int libxmlLoad(LibXMLFunctions *functions) {
  void *library = dlopen(libxmlFile, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define LIBXML_LOAD(name) if (!(functions->name = (__typeof__(&name))dlsym(library, #name))) return 0;
  LIBXML_FUNCTIONS(LIBXML_LOAD)
  return 1;
}
