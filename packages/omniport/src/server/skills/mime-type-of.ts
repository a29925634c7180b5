const types: ReadonlyMap<string, string> = new Map([
  ['md', 'text/markdown'],
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['ts', 'text/x-typescript'],
  ['py', 'text/x-python'],
  ['sh', 'text/x-shellscript'],
  ['json', 'application/json'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['toml', 'application/toml'],
  ['xml', 'application/xml'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
])

/** The MIME type of a file by its name. */
export function mimeTypeOf(path: string): string {
  const [, extension = ''] = /\.([^./]+)$/.exec(path) ?? []
  return types.get(extension.toLowerCase()) ?? 'application/octet-stream'
}
