const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text of bytes in UTF-8, without a byte order mark. @throws SyntaxError for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new SyntaxError('The text is not UTF-8', { cause })
  }
}
