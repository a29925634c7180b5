import { checkSum, request, sumOf, toolCall } from '../drivers/messages.mjs'
import { cpuPerCall } from '../measure/cpu-per-call.mjs'
import { openHttp } from './open-http.mjs'

const connections = 64
const modern = '2026-07-28'
const legacy = '2025-11-25'

/** Calls of a small tool, and a long list, over HTTP. tmcp always answers with a stream, and knows 2025-06-18 at most. */
export const http = [
  calls('http-json', modern, { contenders: ['raw', 'omniport', 'sdk-v2'], answers: 'json', most: 1.3 }),
  calls('http-sse', modern, { contenders: ['raw', 'omniport', 'sdk-v2', 'tmcp'], answers: 'sse', most: 1.4 }),
  calls('sessions-json', legacy, {
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'mcp-lite'],
    answers: 'json',
    most: 1.35,
  }),
  calls('sessions-sse', legacy, {
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp', 'mcp-lite'],
    answers: 'sse',
    most: 1.45,
  }),
  {
    name: 'list-http',
    title: 'tools/list of 100 tools over HTTP, 2026-07-28, JSON, 64 connections',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2'],
    target: { of: 'ratio', most: 0.5 },
    open: (contender, scale) => openList(contender, Math.round(640 * scale)),
  },
]

function calls(name, revision, { contenders, answers, most }) {
  const sessions = revision === legacy
  const title = `tools/call over HTTP${sessions ? ' in a session' : ''}, ${revision}, ${answers.toUpperCase()}, 64 connections`
  const open = (contender, scale) => openCalls({ contender, revision, answers, count: Math.round(6_400 * scale) })
  return { name, title, unit: 'µs', contenders, target: { of: 'ratio', most }, open }
}

async function openCalls({ contender, revision, answers, count }) {
  const sessions = revision === legacy
  const known = contender === 'tmcp' && sessions ? '2025-06-18' : contender === 'mcp-lite' ? '2025-06-18' : revision
  const settings = [`answers=${answers}`, `sessions=${sessions ? 'yes' : 'no'}`]
  const { program, driver, close } = await openHttp(contender, { revision: known, connections, settings })
  if (sessions) await driver.openSession()
  let id = 0
  const prepare = (many) => Array.from({ length: many }, () => driver.toBytes(toolCall(known, ++id, sumOf(id))))
  for (let times = 0; times < 100; times += 1) {
    const { head, answer } = await driver.converse(toolCall(known, ++id, sumOf(id)))
    checkForm(head, answers)
    checkSum(answer)
  }
  await driver.send(prepare(count))
  const sample = () => {
    const requests = prepare(count)
    return cpuPerCall(program, count, () => driver.send(requests))
  }
  return { sample, close }
}

async function openList(contender, count) {
  const settings = ['answers=json', 'tools=100']
  const { program, driver, close } = await openHttp(contender, { revision: modern, connections, settings })
  let id = 0
  const next = () => request(modern, ++id, 'tools/list')
  const { answer } = await driver.converse(next())
  if (answer?.result?.tools?.length !== 102) throw new Error(`A wrong list: ${JSON.stringify(answer).slice(0, 200)}`)
  const prepare = () => Array.from({ length: count }, () => driver.toBytes(next()))
  await driver.send(prepare())
  const sample = () => {
    const requests = prepare()
    return cpuPerCall(program, count, () => driver.send(requests))
  }
  return { sample, close }
}

function checkForm(head, answers) {
  const expected = answers === 'sse' ? 'text/event-stream' : 'application/json'
  if (!head.toLowerCase().includes(`content-type: ${expected}`)) throw new Error(`Expected ${expected}: ${head}`)
}
