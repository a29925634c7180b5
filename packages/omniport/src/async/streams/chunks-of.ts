/**
 * The chunks of a web stream; none without a reader. A loop that ends early cancels the stream.
 *
 * Some browsers cannot iterate their own streams. An object with `next` costs no promise beyond those of the reader.
 */
export function chunksOf(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => end,
    async return() {
      reader?.cancel().catch(() => {})
      return end
    },
  }
  if (reader !== undefined) iterator.next = () => reader.read() as Promise<IteratorResult<Uint8Array>>
  return { [Symbol.asyncIterator]: () => iterator }
}

const end = { done: true, value: undefined } as const
