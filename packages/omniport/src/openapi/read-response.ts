import { readBytes } from '../async/streams/read-bytes.js'
import type { Content } from '../protocol/model/content.js'
import { type FullResult, result } from '../server/tools/result.js'
import { ToolError } from '../server/tools/tool-error.js'
import { isJsonObject } from '../values/json/json-object.js'
import { toBase64 } from '../values/text/base64.js'

export interface ResponseContext {
  /** `GET /pets/{id}`. */
  readonly name: string
  readonly maxBytes: number
}

/** What a response becomes for the model. @throws ToolError for one that is no success, is too long, or of another type. */
export async function readResponse(response: Response, { name, maxBytes }: ResponseContext): Promise<FullResult> {
  const { status, body } = response
  const tooLong = () => new ToolError(`${name} answered with more than ${maxBytes} bytes`)
  const chunks = (body ?? []) as AsyncIterable<Uint8Array> // a stream of the platform is one
  const bytes = body === null ? new Uint8Array() : await readBytes(chunks, maxBytes, tooLong)
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!response.ok) throw new ToolError(problemText(name, status, bytes))
  if (bytes.length === 0) return result({ content: text(`${name}: done (${status})`) })
  if (/^image\/(png|jpeg|gif|webp)$/.test(type.trim())) {
    return result({ content: [{ type: 'image', mimeType: type.trim(), data: toBase64(bytes) }] })
  }
  const value = decode(bytes)
  if (/[/+]json$/.test(type.trim())) return fromJson(value)
  if (/^text\/|xml$/.test(type.trim())) return result({ content: text(value) })
  throw new ToolError(`${name} answered with ${type.trim() || 'no media type'}, which is not shown`)
}

function fromJson(json: string): FullResult {
  try {
    const value: unknown = JSON.parse(json)
    // Not the value alone: a body that looks like a result would become one.
    return result({ content: text(json), ...(isJsonObject(value) && { structuredContent: value }) })
  } catch {
    return result({ content: text(json) })
  }
}

function problemText(name: string, status: number, bytes: Uint8Array): string {
  if (status === 0 || (status >= 300 && status < 400)) return `${name} answered with a redirect, which is not followed`
  const detail = decode(bytes.subarray(0, maxDetailBytes)).trim()
  return detail === '' ? `${name} answered ${status}` : `${name} answered ${status}: ${detail}`
}

function text(value: string): Content[] {
  return [{ type: 'text', text: value }]
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

const maxDetailBytes = 2_000
