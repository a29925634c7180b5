import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleParts } from '../console-parts.js'

/** Sends a download. A client that leaves ends it. */
export async function sendExport({ searchParams }: URL, response: ServerResponse, parts: ConsoleParts): Promise<void> {
  const format = searchParams.get('format')
  if (format === 'recording') {
    const server = searchParams.get('server') ?? ''
    parts.servers.assertKnown(server)
    const lines = [parts.servers.recordingHeader(server)]
    const name = `${server.replace(/[^\w-]+/g, '-')}.jsonl`
    await send(response, name, concat(lines, parts.timeline.lines(server)))
  } else if (format === 'tests') {
    await send(response, 'calls.json', [`${JSON.stringify({ version: 1, tests: parts.tests.all }, null, 2)}\n`])
  } else if (format === 'audit') {
    await send(
      response,
      'audit.jsonl',
      concat(
        [],
        parts.host.audit.map((record) => `${JSON.stringify(record)}\n`),
      ),
    )
  } else {
    throw new UsageError('format must be one of recording, tests, audit')
  }
}

async function send(response: ServerResponse, name: string, texts: Iterable<string>): Promise<void> {
  response.writeHead(200, {
    'content-type': name.endsWith('.json') ? 'application/json' : 'application/x-ndjson',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  await pipeline(Readable.from(texts), response)
}

function* concat(first: Iterable<string>, second: Iterable<string>): Generator<string> {
  yield* first
  yield* second
}
