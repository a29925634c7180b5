/** Bytes as base64 text, padded, without line breaks. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += chunk) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunk))
  }
  return btoa(binary)
}

/** The number of arguments that every engine accepts in one call. */
const chunk = 0x2000
