import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../redis/support/redis-server.js'
import { root } from '../support/root.js'
import { parseHttpTranscript } from '../transcripts/http/parse-http-transcript.js'
import { runHttpCase } from '../transcripts/http/run-http-case.js'
import { bundleProgram, type Program } from './support/bundle-program.js'
import { openNodes } from './support/open-nodes.js'
import { hasHaproxy } from './support/start-haproxy.js'
import { type Nodes, startNodes } from './support/start-nodes.js'

const folder = `${root}/test/transcripts/http`
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))

/** What is different with several nodes, and why. */
const ofOneNode: ReadonlyMap<string, string> = new Map([
  ['an id that is still in use is refused', 'a node knows the requests that it serves itself'],
  ['a session that nobody uses for ten minutes is over', 'the time of Redis is real'],
  ['a session that was begun and not used for half a minute is over', 'the time of Redis is real'],
  ['an event that never was, or that is no longer kept, is refused', 'the time of Redis is real'],
  ['closing the connection cancels the request', 'the proxy closes its connection to the node a moment later'],
  ['closing the stream ends the session and what it asked for', 'other nodes learn of it a moment later'],
])

describe.skipIf(!hasRedis || !hasHaproxy)('three nodes behind haproxy, with one Redis', () => {
  let redis: RedisServer
  let program: Program
  let nodes: Nodes
  beforeAll(async () => {
    redis = await startRedis()
    program = await bundleProgram('test/nodes/programs/fixture-node')
    nodes = await startNodes(program.path, [`${redis.port}`])
  })
  afterAll(async () => {
    await nodes.close()
    program.remove()
    await redis.kill()
  })

  describe.each(files)('%s', (file) => {
    const transcript = parseHttpTranscript(readFileSync(`${folder}/${file}`, 'utf8'))
    describe.each(transcript.revisions)('%s', (revision) => {
      const cases = transcript.cases.filter(({ sentence }) => !ofOneNode.has(sentence))
      test.each(cases.map((one) => [one.sentence, one] as const))('%s', async (_sentence, one) => {
        const open = () => openNodes(nodes, transcript)
        const { outcomes, assertValid } = await runHttpCase(one, { transcript, revision, open })
        expect(outcomes).not.toEqual([])
        for (const { expected, actual } of outcomes) expect(actual).toStrictEqual(expected)
        assertValid()
      })
    })
  })
})
