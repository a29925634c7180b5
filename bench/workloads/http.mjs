import { checkSum, request, sumOf, toolCall } from '../drivers/messages.mjs'
import { timedSubject } from '../measure/timed-subject.mjs'
import { openHttp } from './open-http.mjs'

const connections = 64
const modern = '2026-07-28'
const legacy = '2025-11-25'
const samples = 8

/** Calls of a small tool, and a long list, over HTTP. tmcp always answers with a stream, and knows 2025-06-18 at most. */
export const http = [
  calls('http-json', modern, { contenders: ['raw', 'omniport', 'sdk-v2'], answers: 'json', most: 1.4 }),
  calls('http-sse', modern, { contenders: ['raw', 'omniport', 'sdk-v2', 'tmcp'], answers: 'sse', most: 1.4 }),
  calls('sessions-json', legacy, {
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'mcp-lite'],
    answers: 'json',
    most: 1.4,
  }),
  calls('sessions-sse', legacy, {
    contenders: ['raw', 'omniport', 'sdk-v2', 'sdk-v1', 'tmcp', 'mcp-lite'],
    answers: 'sse',
    most: 1.6,
  }),
  {
    name: 'list-http',
    title: 'tools/list of 100 tools over HTTP, 2026-07-28, JSON, 64 connections',
    unit: 'µs',
    contenders: ['raw', 'omniport', 'sdk-v2'],
    target: { of: 'ratio', most: 0.5 },
    samples,
    open: openList,
  },
]

function calls(name, revision, { contenders, answers, most }) {
  const sessions = revision === legacy
  const title = `tools/call over HTTP${sessions ? ' in a session' : ''}, ${revision}, ${answers.toUpperCase()}, 64 connections`
  const open = (contender) => openCalls({ contender, revision, answers })
  return { name, title, unit: 'µs', contenders, target: { of: 'ratio', most }, samples, open }
}

/** Calls of a small tool. `more` are settings of a server program. */
export async function openCalls({ contender, revision, answers, more = [] }) {
  const sessions = revision === legacy
  const known = contender === 'tmcp' && sessions ? '2025-06-18' : contender === 'mcp-lite' ? '2025-06-18' : revision
  const settings = [`answers=${answers}`, `sessions=${sessions ? 'yes' : 'no'}`, ...more]
  const { program, driver, close } = await openHttp(contender, { revision: known, connections, settings })
  if (sessions) await driver.openSession()
  let id = 0
  const next = () => toolCall(known, ++id, sumOf(id))
  for (let times = 0; times < 10; times += 1) {
    const { head, answer } = await driver.converse(next())
    checkForm(head, answers)
    checkSum(answer)
  }
  return timedSubject(program, requests(driver, next), close)
}

async function openList(contender) {
  const settings = ['answers=json', 'tools=100']
  const { program, driver, close } = await openHttp(contender, { revision: modern, connections, settings })
  let id = 0
  const next = () => request(modern, ++id, 'tools/list')
  const { answer } = await driver.converse(next())
  if (answer?.result?.tools?.length !== 102) throw new Error(`A wrong list: ${JSON.stringify(answer).slice(0, 200)}`)
  return timedSubject(program, requests(driver, next), close)
}

/** A batch of requests, some for each connection. */
function requests(driver, next) {
  const count = 5 * connections
  return { count, work: () => driver.send(Array.from({ length: count }, () => driver.toBytes(next()))) }
}

function checkForm(head, answers) {
  const expected = answers === 'sse' ? 'text/event-stream' : 'application/json'
  if (!head.toLowerCase().includes(`content-type: ${expected}`)) throw new Error(`Expected ${expected}: ${head}`)
}
