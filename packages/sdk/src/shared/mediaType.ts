/**
 * The media type of a `Content-Type` header, in lower case and without parameters. Undefined if the header is missing or empty.
 * spec: RFC 9110, 8.3.1
 */
export function mediaTypeEssence(header: string | null | undefined): string | undefined {
  const [essence = ''] = (header ?? '').split(';', 1)
  return essence.trim().toLowerCase() || undefined
}

const json = 'application/json'

/** Whether a `Content-Type` header says JSON, with whatever parameters. */
export function isJsonContentType(header: string | null | undefined): boolean {
  return header === json || mediaTypeEssence(header) === json
}
