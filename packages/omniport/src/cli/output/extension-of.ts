/** The extension of a file by its type. Only of these types: a server could name any extension. */
export function extensionOf(mimeType: string | undefined): string {
  return extensions.get(mimeType ?? '') ?? '.bin'
}

const extensions: ReadonlyMap<string, string> = new Map([
  ['application/json', '.json'],
  ['application/pdf', '.pdf'],
  ['audio/mpeg', '.mp3'],
  ['audio/wav', '.wav'],
  ['image/gif', '.gif'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/svg+xml', '.svg'],
  ['image/webp', '.webp'],
  ['text/csv', '.csv'],
  ['text/html', '.html'],
  ['text/markdown', '.md'],
  ['text/plain', '.txt'],
])
