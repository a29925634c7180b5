import type {
  ActionName,
  ActionReply,
  Actions,
  ConsoleState,
  Failure,
  MessageDetail,
  MessagePage,
  Operation,
  StreamLine,
} from './contract.js'

/** The server said no, or could not be reached. */
export class ApiError extends Error {
  readonly code: string
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
    this.failure = failure
  }
}

/** What the page asks of its server. Each method throws ApiError; `unauthorized` means that the token is of another start. */
export interface ConsoleApi {
  state(signal: AbortSignal): Promise<ConsoleState>
  events(after: number, signal: AbortSignal): AsyncGenerator<StreamLine>
  messages(before: number, limit: number): Promise<MessagePage>
  detail(seq: number, whole: boolean): Promise<MessageDetail>
  operation(id: string): Promise<Operation>
  act<N extends ActionName>(name: N, input: Actions[N]['input']): Promise<Actions[N]['output']>
  /** Downloads an export as a file. */
  download(query: string, fileName: string): Promise<void>
}

/** An api that sends the token with every request. */
export function createConsoleApi(token: string | undefined): ConsoleApi {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...init.headers, 'x-omniport-token': token ?? '' }
    const response = await fetch(`/api/1/${path}`, { ...init, headers, cache: 'no-store' }).catch((error: unknown) => {
      throw new ApiError({ code: 'unreachable', message: error instanceof Error ? error.message : String(error) })
    })
    if (response.status === 401) throw new ApiError({ code: 'unauthorized', message: 'The token is not valid' })
    if (!response.ok) throw new ApiError(await readFailure(response))
    return response
  }
  const get = async <T>(path: string, init?: RequestInit): Promise<T> => (await send(path, init)).json() as Promise<T>

  return {
    state: (signal) => get('state', { signal }),
    async *events(after, signal) {
      const { body } = await send(`events?after=${after}`, { signal })
      // The server of this page and this page are of one release: its lines are what the contract says.
      if (body !== null) for await (const line of readLines(body)) yield line as StreamLine
    },
    messages: (before, limit) => get(`messages?before=${before}&limit=${limit}`),
    detail: (seq, whole) => get(`messages/${seq}${whole ? '?whole=1' : ''}`),
    operation: (id) => get(`operations/${encodeURIComponent(id)}`),
    async act(name, input) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
      const reply = await get<ActionReply<typeof name>>(`actions/${name}`, init)
      if (!reply.ok) throw new ApiError(reply.error)
      return reply.value
    },
    async download(query, fileName) {
      const url = URL.createObjectURL(await (await send(`export?${query}`)).blob())
      const link = document.createElement('a')
      link.href = url
      link.download = fileName
      link.click()
      URL.revokeObjectURL(url)
    },
  }
}

async function readFailure(response: Response): Promise<Failure> {
  const reply = (await response.json().catch(() => undefined)) as ActionReply<ActionName> | undefined
  if (reply?.ok === false) return reply.error
  return { code: 'unreachable', message: `The command answered with ${response.status}` }
}

/** A line longer than this ends the stream: the server sends none. */
const maxLine = 16 * 1024 * 1024

/** Reads newline-delimited JSON: one value after the other, until the stream ends. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLine) throw new Error('The server sent a line that has no end')
      for (const line of lines) if (line !== '') yield JSON.parse(line)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
