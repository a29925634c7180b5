const encoder = new TextEncoder()
const scratch = new Uint8Array(16 * 1024)

/** The number of bytes of `text` in UTF-8. Allocates nothing for texts up to 16 KiB, and little beyond. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let rest = text; rest !== ''; ) {
    const { read, written } = encoder.encodeInto(rest, scratch)
    bytes += written
    rest = rest.slice(read)
  }
  return bytes
}
