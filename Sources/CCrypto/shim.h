// SHA-256 of OpenSSL's libcrypto, as declared in openssl/sha.h since 0.9.8. The layout of `SHA256_CTX` has never changed, so building needs
// no headers of OpenSSL, and the library is loaded on first use. Unlike `EVP_Digest`, these functions read no configuration and look up
// no provider.
#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

/// The library's name in OpenSSL 3, which every supported Debian and Ubuntu has.
static const char *const cryptoFile = "libcrypto.so.3";

/// `SHA256_CTX`.
typedef struct {
  uint32_t state[8];
  uint32_t low, high;
  uint32_t block[16];
  unsigned int used, digestSize;
} SHA256Context;

typedef struct {
  int (*SHA256_Init)(SHA256Context *);
  int (*SHA256_Update)(SHA256Context *, const void *bytes, size_t count);
  int (*SHA256_Final)(unsigned char *digest, SHA256Context *);
} SHA256Functions;

/// Loads libcrypto and looks up its functions.
///
/// Returns 1 if all were found.
static inline int sha256Load(SHA256Functions *functions) {
  void *library = dlopen(cryptoFile, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  *(void **)&functions->SHA256_Init = dlsym(library, "SHA256_Init");
  *(void **)&functions->SHA256_Update = dlsym(library, "SHA256_Update");
  *(void **)&functions->SHA256_Final = dlsym(library, "SHA256_Final");
  return functions->SHA256_Init && functions->SHA256_Update && functions->SHA256_Final;
}
