import { metaKeys } from '../../packages/omniport/src/protocol/meta/meta-keys.js'

/** How a call that was posted was answered. */
export interface Answered {
  readonly status: number
  /** What stands in `WWW-Authenticate`; empty where there is none. */
  readonly challenge: string
  /** What the tool said. */
  readonly text: string | undefined
}

/** Calls a tool of the newest revision with one request, with a token or without. */
export async function postCall(url: string, name: string, token?: string): Promise<Answered> {
  const meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} }
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta: meta } }),
  })
  const { result } = (await response.json()) as { readonly result?: { readonly content: readonly [{ text: string }] } }
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate') ?? '',
    text: result?.content[0].text,
  }
}
