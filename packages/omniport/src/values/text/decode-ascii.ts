/** Text of an address with its escapes of ASCII characters decoded. Other and malformed escapes stay as they are. */
export function decodeAscii(text: string): string {
  return text.replace(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}
