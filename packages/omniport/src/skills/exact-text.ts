/** The text of the bytes of a file, every byte kept, so that its digest is that of the file. Undefined if they are not UTF-8. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
