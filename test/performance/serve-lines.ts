import { PassThrough, Writable } from 'node:stream'
import type { ServeTarget } from '../../packages/omniport/src/transport/environment.js'
import { serveStdio } from '../../packages/omniport/src/transport/stdio/serve/serve-stdio.js'

/** A server behind a pair of streams, of which the writes are counted. Whoever opened it closes it. */
export interface ServedLines {
  /** How often it wrote. */
  readonly writes: () => number
  /** Sends requests of 2026-07-28 as one chunk; resolves with the answers when there are as many. */
  send(requests: readonly Asked[]): Promise<readonly string[]>
  close(): Promise<void>
}

/** A request without its `_meta`. */
export interface Asked {
  readonly id: number
  readonly method: string
  readonly params?: object
}

/** Serves over stdio in this process. */
export async function serveLines(target: ServeTarget): Promise<ServedLines> {
  const input = new PassThrough()
  const lines: string[] = []
  let writes = 0
  let onLines = () => {}
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      writes += 1
      lines.push(...String(chunk).trim().split('\n'))
      done()
      onLines()
    },
  })
  const served = await serveStdio(target, { input, output })
  return {
    writes: () => writes,
    send: async (requests) => {
      lines.length = 0
      const answered = new Promise<void>((resolve) => {
        onLines = () => lines.length >= requests.length && resolve()
      })
      input.write(requests.map(toLine).join(''))
      await answered
      return [...lines]
    },
    close: () => served.close(),
  }
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** As text made by hand, so that counts of `JSON.stringify` are those of the server. */
function toLine({ id, method, params = {} }: Asked): string {
  return `${stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } })}\n`
}

const { stringify } = JSON
