/* For the smoke test alone: Wine 8 lacks bcryptprimitives.dll, from which Rust's programs get their randomness. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T size) {
    return SystemFunction036(buffer, (ULONG)size);
}
