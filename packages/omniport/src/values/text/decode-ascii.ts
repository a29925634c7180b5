/** Text of an address with its escapes of ASCII characters decoded. What else is escaped, or badly, stays as it is. */
export function decodeAscii(text: string): string {
  return text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}
