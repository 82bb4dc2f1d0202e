// The required parts of libxml2 (2.9 and later), as declared in its headers, with the names there. The beginnings of its structures have
// kept their layout for twenty years. Building therefore needs none of its headers, and the library is loaded when an input is XML.
#pragma once
#include <dlfcn.h>

/// The library's name, and its name since 2.14.
static const char *const libxmlFile = "libxml2.so.2";
static const char *const newerLibxmlFile = "libxml2.so.16";

typedef unsigned char xmlChar;

/// The beginning of a node.
typedef struct xmlNode {
  void *_private;
  int type;
  const xmlChar *name;
  struct xmlNode *children, *last, *parent, *next;
} xmlNode;

typedef struct {
  int domain, code;
  char *message;
  int level;
  char *file;
  int line;
  char *str1, *str2, *str3;
  int int1, int2;
  void *ctxt, *node;
} xmlError;

enum { XML_ERR_ERROR = 2, XML_ERR_INVALID_CHAR = 9 };

/// The beginning of an input.
typedef struct {
  void *buf;
  const char *filename, *directory;
  const xmlChar *base, *cur, *end;
  int length, line, col;
  unsigned long consumed;
} xmlParserInput;

/// The beginning of a parser.
typedef struct {
  void *sax, *userData, *myDoc;
  int wellFormed, replaceEntities;
  const xmlChar *version, *encoding;
  int standalone, html;
  xmlParserInput *input;
} xmlParserCtxt;

enum {
  XML_PARSE_NOERROR = 1 << 5, XML_PARSE_NOWARNING = 1 << 6, XML_PARSE_NONET = 1 << 11, XML_PARSE_NOCDATA = 1 << 14,
  XML_PARSE_BIG_LINES = 1 << 22
};
#define XML_SAX2_MAGIC 0xDEEDBEAFu

typedef void (*xmlStructuredErrorFunc)(void *data, const xmlError *error);
typedef void (*xmlCharactersFunc)(void *context, const xmlChar *text, int count);

/// The handlers that nothing here sets are plain addresses.
typedef struct {
  void (*internalSubset)(void *context, const xmlChar *name, const xmlChar *externalID, const xmlChar *systemID);
  void *isStandalone, *hasInternalSubset, *hasExternalSubset, *resolveEntity, *getEntity, *entityDecl, *notationDecl, *attributeDecl,
    *elementDecl, *unparsedEntityDecl, *setDocumentLocator, *startDocument, *endDocument, *startElement, *endElement, *reference;
  xmlCharactersFunc characters;
  void *ignorableWhitespace, *processingInstruction, *comment, *warning, *error, *fatalError, *getParameterEntity;
  xmlCharactersFunc cdataBlock;
  void *externalSubset;
  unsigned int initialized;
  void *_private;
  void (*startElementNs)(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaceCount, const xmlChar **namespaces,
    int attributeCount, int defaultedCount, const xmlChar **attributes);
  void (*endElementNs)(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri);
  xmlStructuredErrorFunc serror;
} xmlSAXHandler;

typedef struct {
  xmlParserCtxt *(*xmlCreatePushParserCtxt)(xmlSAXHandler *, void *data, const char *chunk, int count, const char *name);
  int (*xmlCtxtUseOptions)(xmlParserCtxt *, int options);
  int (*xmlParseChunk)(xmlParserCtxt *, const char *chunk, int count, int isLast);
  void (*xmlStopParser)(xmlParserCtxt *);
  void (*xmlFreeParserCtxt)(xmlParserCtxt *);
  void *(*xmlReadMemory)(const char *bytes, int count, const char *name, const char *encoding, int options);
  const xmlError *(*xmlGetLastError)(void);
  void (*xmlFreeDoc)(void *document);
  xmlNode *(*xmlDocGetRootElement)(const void *document);
  long (*xmlGetLineNo)(const xmlNode *);
  void *(*xmlSchemaNewDocParserCtxt)(void *document);
  void (*xmlSchemaSetParserStructuredErrors)(void *parser, xmlStructuredErrorFunc, void *data);
  void *(*xmlSchemaParse)(void *parser);
  void (*xmlSchemaFreeParserCtxt)(void *parser);
  void (*xmlSchemaFree)(void *schema);
  void *(*xmlSchemaNewValidCtxt)(void *schema);
  void (*xmlSchemaSetValidStructuredErrors)(void *context, xmlStructuredErrorFunc, void *data);
  void *(*xmlSchemaSAXPlug)(void *context, xmlSAXHandler **, void **data);
  int (*xmlSchemaSAXUnplug)(void *plug);
  void (*xmlSchemaFreeValidCtxt)(void *context);
} LibXMLFunctions;

/// Loads the library and looks up its functions.
///
/// Returns 1 if all were found.
static inline int libxmlLoad(LibXMLFunctions *functions) {
  void *library = dlopen(libxmlFile, RTLD_LAZY | RTLD_LOCAL);
  if (!library) library = dlopen(newerLibxmlFile, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
#define LIBXML_LOAD(name) if (!(functions->name = (__typeof__(functions->name))dlsym(library, #name))) return 0;
  LIBXML_LOAD(xmlCreatePushParserCtxt) LIBXML_LOAD(xmlCtxtUseOptions) LIBXML_LOAD(xmlParseChunk) LIBXML_LOAD(xmlStopParser)
  LIBXML_LOAD(xmlFreeParserCtxt) LIBXML_LOAD(xmlReadMemory) LIBXML_LOAD(xmlGetLastError) LIBXML_LOAD(xmlFreeDoc)
  LIBXML_LOAD(xmlDocGetRootElement) LIBXML_LOAD(xmlGetLineNo) LIBXML_LOAD(xmlSchemaNewDocParserCtxt)
  LIBXML_LOAD(xmlSchemaSetParserStructuredErrors) LIBXML_LOAD(xmlSchemaParse) LIBXML_LOAD(xmlSchemaFreeParserCtxt)
  LIBXML_LOAD(xmlSchemaFree) LIBXML_LOAD(xmlSchemaNewValidCtxt) LIBXML_LOAD(xmlSchemaSetValidStructuredErrors)
  LIBXML_LOAD(xmlSchemaSAXPlug) LIBXML_LOAD(xmlSchemaSAXUnplug) LIBXML_LOAD(xmlSchemaFreeValidCtxt)
  return 1;
}
