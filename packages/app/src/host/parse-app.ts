import { OmniportError } from 'omniport/jsonrpc'
import type { ReadResourceResult } from 'omniport/protocol'
import { isObject } from '../channel/read-message.js'
import type { AppSource } from './bridge-options.js'

/** The media type of a user interface. */
const mediaType = 'text/html;profile=mcp-app'

/**
 * The user interface in the result of `resources/read`, with its metadata.
 *
 * Throws OmniportError `invalid_result` when there is not exactly one document, of the type `text/html;profile=mcp-app`, as text
 * or as base64 of UTF-8. spec: apps#content-requirements
 */
export function parseApp({ contents }: ReadResourceResult): AppSource {
  const [content, ...others] = contents
  if (content === undefined || others.length > 0) throw invalid(`one document is expected, not ${contents.length}`)
  const type = content.mimeType?.toLowerCase().replaceAll(' ', '')
  if (type !== mediaType) throw invalid(`its mimeType must be ${mediaType}, not ${JSON.stringify(content.mimeType)}`)
  const meta = content._meta?.['ui']
  const { csp, permissions } = isObject(meta) ? meta : {}
  return {
    html: 'text' in content && content.text !== undefined ? content.text : decode(content.blob),
    ...(isObject(csp) ? { csp } : {}),
    ...(isObject(permissions) ? { permissions } : {}),
  }
}

function decode(base64: unknown): string {
  try {
    const bytes = Uint8Array.from(atob(String(base64)), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw invalid('its blob must be base64 of UTF-8', cause)
  }
}

function invalid(problem: string, cause?: unknown): OmniportError {
  return new OmniportError('invalid_result', `The user interface cannot be shown: ${problem}`, { cause })
}
