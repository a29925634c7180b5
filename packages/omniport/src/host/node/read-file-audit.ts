import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * What an audit log in a file holds, line by line, for `verifyAudit`. Lines that a crash left unfinished are left out; another
 * line that is no JSON is given as text.
 */
export async function* readFileAudit(path: string): AsyncGenerator<unknown, void, undefined> {
  const input = createReadStream(path, 'utf8')
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      const value = parseLine(line)
      if (value !== undefined) yield value
    }
  } finally {
    lines.close()
    input.destroy()
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line === '' || line.startsWith('{') ? undefined : line
  }
}
