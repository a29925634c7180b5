/** A request as it was sent. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly init: RequestInit
}

/** A `fetch` that reaches nothing, with what it was asked. */
export interface PreparedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  readonly sent: SentRequest[]
}

/** Gives the responses of a function. */
export function createFetch(respond: (request: SentRequest) => Response | Promise<Response>): PreparedFetch {
  const sent: SentRequest[] = []
  const fetch = async (url: string | URL, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init
    const request = {
      method,
      url: String(url),
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? undefined : String(body),
      init,
    }
    sent.push(request)
    return respond(request)
  }
  return { fetch, sent }
}

/** Gives responses, or throws errors, in their order. */
export function inOrder(...responses: (Response | Error)[]): PreparedFetch {
  return createFetch(({ method, url }) => {
    const next = responses.shift() ?? new Error(`no response is left for ${method} ${url}`)
    if (next instanceof Error) throw next
    return next
  })
}

/** Gives the responses of addresses; 404 for others. */
export function byAddress(
  responses: Readonly<Record<string, (request: SentRequest) => Response>>,
): PreparedFetch & { readonly addresses: () => readonly string[] } {
  const prepared = createFetch((request) => responses[request.url]?.(request) ?? new Response(null, { status: 404 }))
  return { ...prepared, addresses: () => prepared.sent.map(({ method, url }) => `${method} ${url}`) }
}

/** A stream of events. */
export function eventStream(text: string, init: ResponseInit = {}): Response {
  return new Response(text, { ...init, headers: { 'content-type': 'text/event-stream', ...init.headers } })
}

/** A message as an event. */
export function eventOf(message: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`
}
