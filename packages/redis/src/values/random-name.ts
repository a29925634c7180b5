const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Random bytes that were not used yet: to ask for a few at a time costs more than to use them. */
const pool = new Uint8Array(4_096)
let used = pool.length

/** Random lower-case letters and digits. */
export function randomName(length: number): string {
  let name = ''
  while (name.length < length) {
    const byte = nextByte()
    // Bytes that would make some digits more likely are left out.
    if (byte < 252) name += digits.charAt(byte % 36)
  }
  return name
}

function nextByte(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  used += 1
  return byte
}
