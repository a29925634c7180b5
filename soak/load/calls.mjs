import assert from 'node:assert/strict'
import { textOf } from 'omniport/client'
import { expectRejection, expectText } from './expect.mjs'

const large = 'Soak '.repeat(20_000)

/** Everything that one client asks of its server without waiting for long, as tasks of `Work`. */
export function callsOf(client, owner) {
  const tasks = { ...plainCalls(client, owner), ...failingCalls(client), ...requests(client), ...endedCalls(client) }
  return schedule.map((name) => [name, tasks[name]])
}

/** In this order, by name. Most are small calls. */
const schedule = [
  ['add', 'add', 'add', 'large', 'add', 'add', 'fails', 'add', 'list', 'add', 'add', 'cancelled', 'add', 'progress'],
  ['add', 'add', 'read', 'add', 'add', 'crashes', 'add', 'asks', 'add', 'add', 'refused', 'add', 'owner', 'prompt'],
  ['add', 'add', 'large', 'add', 'unknown', 'add', 'add', 'timesOut', 'add', 'complete', 'add', 'ping', 'invalid'],
].flat()

let last = 0

function plainCalls(client, owner) {
  return {
    async add() {
      const a = ++last
      expectText(await client.callTool('add', { a, b: 0.5 }), String(a + 0.5))
    },
    async large() {
      const text = `${++last} ${large}`
      const { structuredContent } = await client.callTool('echo', { text })
      assert.equal(structuredContent.text === text, true)
    },
    async progress() {
      const seen = []
      const onProgress = ({ progress }) => seen.push(progress)
      expectText(await client.callTool('steps', { count: 5, ms: 1 }, { onProgress }), 'done 5')
      assert.deepEqual(seen, [1, 2, 3, 4, 5])
    },
    async owner() {
      expectText(await client.callTool('whoami', {}), owner)
    },
    async asks() {
      const order = String(++last)
      expectText(await client.callTool('buy', { order }), `M, receipt of ${order}, true`)
    },
  }
}

function failingCalls(client) {
  return {
    async fails() {
      const result = await client.callTool('fail', {})
      assert.deepEqual([result.isError, textOf(result)], [true, 'as it should'])
    },
    async crashes() {
      const result = await client.callTool('crash', {})
      assert.deepEqual([result.isError, textOf(result).includes('not to be told')], [true, false])
    },
    refused: () => expectRejection(client.callTool('refuse', {}), { name: 'RpcError', code: 4711 }),
    unknown: () => expectRejection(client.callTool('nothing', {}), { name: 'RpcError', code: -32602 }),
    async invalid() {
      assert.equal((await client.callTool('add', { a: 'one' })).isError, true)
    },
  }
}

function requests(client) {
  return {
    async list() {
      const names = (await client.listTools({ fresh: true })).map(({ name }) => name)
      assert.equal(names.includes('add'), true)
    },
    async read() {
      const id = String(++last)
      const { contents } = await client.readResource(`soak://notes/${id}`, { fresh: true })
      assert.equal(contents[0].text, `note ${id}`)
    },
    async prompt() {
      const { messages } = await client.getPrompt('greet', { name: 'Ada' })
      assert.equal(messages[0].content.text, 'Hello Ada')
    },
    async complete() {
      const { values } = await client.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'name', value: 'al' })
      assert.equal(values[0], 'alan')
    },
    ping: () => client.ping(),
  }
}

/** Calls that the client gives up. */
function endedCalls(client) {
  return {
    async cancelled() {
      const controller = new AbortController()
      const reason = new Error('enough')
      const call = client.callTool('wait', { ms: 10_000 }, { signal: controller.signal })
      setTimeout(() => controller.abort(reason), last % 5)
      await expectRejection(call, reason)
    },
    timesOut: () => expectRejection(client.callTool('wait', { ms: 10_000 }, { timeoutMs: 20 }), { code: 'timeout' }),
  }
}
