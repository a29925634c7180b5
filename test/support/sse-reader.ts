/** One block of an event stream, as it came. */
export interface SseBlock {
  readonly event?: string
  readonly id?: string
  readonly data?: string
  readonly retry?: number
  /** A comment, and nothing else. */
  readonly comment?: true
}

/** Reads an event stream block by block. Whoever made it cancels it, or reads it to its end. */
export class SseReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''

  constructor(response: Response) {
    if (response.headers.get('content-type') !== 'text/event-stream') {
      throw new TypeError(`no event stream: ${response.status} ${response.headers.get('content-type')}`)
    }
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader()
  }

  /** The next block; undefined at the end. Rejects when the connection broke. */
  async next(): Promise<SseBlock | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end !== -1) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return parse(block)
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += this.#decoder.decode(value, { stream: true })
    }
  }

  /** The next message, past comments and empty events; undefined at the end. */
  async message(): Promise<unknown> {
    for (;;) {
      const block = await this.next()
      if (block === undefined) return undefined
      if (block.data !== undefined && block.data !== '') return JSON.parse(block.data)
    }
  }

  /** All blocks to the end. */
  async rest(): Promise<SseBlock[]> {
    const blocks: SseBlock[] = []
    for (let block = await this.next(); block !== undefined; block = await this.next()) blocks.push(block)
    return blocks
  }

  /** All messages to the end. */
  async messages(): Promise<unknown[]> {
    const blocks = await this.rest()
    return blocks.flatMap(({ data }) => (data === undefined || data === '' ? [] : [JSON.parse(data)]))
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }
}

function parse(text: string): SseBlock {
  if (text === ':') return { comment: true }
  const fields = text.split('\n').map((line): [string, unknown] => {
    const [, name = '', value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? []
    return [name, name === 'retry' ? Number(value) : value]
  })
  return Object.fromEntries(fields)
}
