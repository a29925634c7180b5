import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { HttpDriver } from '../drivers/http-driver.mjs'
import { checkSum, sumOf, toolCall } from '../drivers/messages.mjs'

const command = fileURLToPath(new URL('../../packages/omniport/dist/bundle/cli/main.js', import.meta.url))
const module = fileURLToPath(new URL('../servers/omniport-module.mjs', import.meta.url))
const modern = '2026-07-28'
const legacy = '2025-11-25'

/** Calls in a second of `omniport serve`, with and without workers. The driver takes one core of the machine. */
export const workers = [throughput('workers-modern', modern), throughput('workers-sessions', legacy)]

function throughput(name, revision) {
  const where = revision === legacy ? `in a session, ${legacy}` : modern
  return {
    name,
    title: `thousands of tools/call in a second by omniport serve --workers, HTTP, ${where}, JSON, 64 connections`,
    unit: '1,000/s',
    contenders: ['none', ...[1, 2, 4].map((count) => `omniport-${count}`)],
    limit: 'none',
    samples: 4,
    open: (contender) => openServe(revision, contender.split('-')[1]),
  }
}

async function openServe(revision, workers) {
  const args = workers === undefined ? [] : ['--workers', workers]
  const child = spawn(process.execPath, [command, 'serve', module, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { port } = new URL(JSON.parse(String(line)).url)
  let id = 0
  const next = () => toolCall(revision, ++id, sumOf(id))
  // Connections of its own for each sample: while the others have their turns, a server closes what is idle.
  const sample = async () => {
    const driver = await HttpDriver.open(Number(port), { connections: 64, revision })
    if (revision === legacy) await driver.openSession()
    checkSum((await driver.converse(next())).answer)
    const start = performance.now()
    let calls = 0
    for (; performance.now() - start < 500; calls += 640) {
      await driver.send(Array.from({ length: 640 }, () => driver.toBytes(next())))
    }
    const perMs = calls / (performance.now() - start)
    driver.close()
    return perMs
  }
  for (let warm = 0; warm < 6; warm += 1) await sample()
  const close = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { sample, close }
}
