import { spawn } from 'node:child_process'
import process from 'node:process'
import { request, sumOf, toolCall } from '../drivers/messages.mjs'
import { rawServer } from './raw-server.mjs'

const revision = '2026-07-28'

/** The limit: a map of what is awaited, and one write for all calls of a turn. */
export async function open() {
  const child = spawn(process.execPath, [rawServer], { stdio: ['pipe', 'pipe', 'inherit'] })
  const pending = new Map()
  let out = ''
  let rest = ''
  const write = () => {
    child.stdin.write(out)
    out = ''
  }
  const send = (message) =>
    new Promise((resolve) => {
      pending.set(message.id, resolve)
      if (out === '') process.nextTick(write)
      out += `${JSON.stringify(message)}\n`
    })
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      const { id, result } = JSON.parse(line)
      pending.get(id)(result)
      pending.delete(id)
    }
  })
  await send(request(revision, 'first', 'server/discover'))
  return { call: async (id) => (await send(toolCall(revision, id, sumOf(id)))).content[0].text }
}
