// The required parts of zlib (1.2.3 and later) and zstd (1.4.0 and later, its stable interface), as declared in zlib.h and zstd.h.
// Layouts and signatures are fixed for libraries with the names below. Building therefore needs none of their headers, and the
// libraries are loaded on first use.
#pragma once
#include <dlfcn.h>
#include <stddef.h>

static const char *const zlibFile = "libz.so.1";
static const char *const zstdFile = "libzstd.so.1";

/// `z_stream`.
typedef struct {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *zalloc;
  void *zfree;
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} ZlibStream;

/// `ZSTD_inBuffer`.
typedef struct {
  const void *src;
  size_t size;
  size_t pos;
} ZstdInput;

/// `ZSTD_outBuffer`.
typedef struct {
  void *dst;
  size_t size;
  size_t pos;
} ZstdOutput;

enum { zlibFinish = 4, zlibStreamEnd = 1, zlibNoMemory = -4, zlibBufferError = -5 };
enum { zstdContinue = 0, zstdEnd = 2 };
/// `ZSTD_d_windowLogMax`, `ZSTD_c_compressionLevel`, `ZSTD_c_checksumFlag`.
enum { zstdWindowLogMax = 100, zstdCompressionLevel = 100, zstdChecksumFlag = 201 };
/// `ZSTD_error_frameParameter_windowTooLarge`, `ZSTD_error_memory_allocation`.
enum { zstdWindowTooLarge = 16, zstdNoMemory = 64 };

typedef struct {
  int (*inflateInit2_)(ZlibStream *, int windowBits, const char *version, int size);
  int (*inflate)(ZlibStream *, int flush);
  int (*inflateReset)(ZlibStream *);
  int (*inflateEnd)(ZlibStream *);
  int (*deflateInit2_)(
    ZlibStream *, int level, int method, int windowBits, int memoryLevel, int strategy, const char *version, int size);
  int (*deflate)(ZlibStream *, int flush);
  int (*deflateEnd)(ZlibStream *);
} ZlibFunctions;

typedef struct {
  void *(*ZSTD_createDCtx)(void);
  size_t (*ZSTD_freeDCtx)(void *);
  size_t (*ZSTD_DCtx_setParameter)(void *, int parameter, int value);
  size_t (*ZSTD_decompressStream)(void *, ZstdOutput *, ZstdInput *);
  void *(*ZSTD_createCCtx)(void);
  size_t (*ZSTD_freeCCtx)(void *);
  size_t (*ZSTD_CCtx_setParameter)(void *, int parameter, int value);
  size_t (*ZSTD_compressStream2)(void *, ZstdOutput *, ZstdInput *, int directive);
  unsigned int (*ZSTD_isError)(size_t);
  int (*ZSTD_getErrorCode)(size_t);
  const char *(*ZSTD_getErrorName)(size_t);
} ZstdFunctions;

#define COMPRESSION_LOAD(name) \
  if (!(functions->name = (__typeof__(functions->name))dlsym(library, #name))) return 0;

/// Loads zlib and looks up its functions.
///
/// Returns 1 if all were found.
static inline int zlibLoad(ZlibFunctions *functions) {
  void *library = dlopen(zlibFile, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  COMPRESSION_LOAD(inflateInit2_) COMPRESSION_LOAD(inflate) COMPRESSION_LOAD(inflateReset) COMPRESSION_LOAD(inflateEnd)
  COMPRESSION_LOAD(deflateInit2_) COMPRESSION_LOAD(deflate) COMPRESSION_LOAD(deflateEnd)
  return 1;
}

/// Loads zstd and looks up its functions.
///
/// Returns 1 if all were found.
static inline int zstdLoad(ZstdFunctions *functions) {
  void *library = dlopen(zstdFile, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  COMPRESSION_LOAD(ZSTD_createDCtx) COMPRESSION_LOAD(ZSTD_freeDCtx) COMPRESSION_LOAD(ZSTD_DCtx_setParameter)
  COMPRESSION_LOAD(ZSTD_decompressStream) COMPRESSION_LOAD(ZSTD_createCCtx) COMPRESSION_LOAD(ZSTD_freeCCtx)
  COMPRESSION_LOAD(ZSTD_CCtx_setParameter) COMPRESSION_LOAD(ZSTD_compressStream2) COMPRESSION_LOAD(ZSTD_isError)
  COMPRESSION_LOAD(ZSTD_getErrorCode) COMPRESSION_LOAD(ZSTD_getErrorName)
  return 1;
}
