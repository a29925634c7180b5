/** A line longer than this ends the stream: the server sends none. */
const maxLine = 16 * 1024 * 1024

/** Reads newline-delimited JSON: one value after the other, until the stream ends. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
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
