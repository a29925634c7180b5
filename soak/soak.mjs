import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ControlHost } from './control/control-host.mjs'
import { nodeFlags } from './control/node-flags.mjs'
import { survivors } from './control/survivors.mjs'

/** How long processes may take to begin, and to end by themselves. */
const giveUpMs = 60_000

/** The servers that the client starts. */
const started = ['stdio 2026-07-28', 'stdio 2025-11-25']

/**
 * Runs servers and clients in processes of their own, and stops them. Resolves with what they reported: the samples of each
 * process, what was done, and `errors`, which has also what was left behind. Nothing it started is left.
 *
 * @param {ReturnType<typeof import('./read-options.mjs').readOptions>} options
 * @param {(line: string) => void} log
 */
export async function soak(options, log) {
  const control = await ControlHost.open()
  const mark = `/omniport-soak-${randomUUID()}`
  const launch = launcher(control, { mark, options })
  const children = []
  let begun = Date.now()
  try {
    children.push(launch('http-server', options.leak === undefined ? [] : [options.leak]))
    const { urls } = await ready(control, 'http')
    children.push(launch('client', [JSON.stringify({ urls, rate: options.rate })]))
    await ready(control, 'client')
    begun = Date.now()
    await run(control, { end: begun + options.seconds * 1_000, log })
    await endInTurn(control, [['client', ...started], ['http']])
    await expectNobody(control, urls)
  } catch (error) {
    control.fail(`soak: ${error.message}`)
  } finally {
    await endAll(control, { children, mark })
    await control.close()
  }
  const { errors, done } = control
  return {
    begun,
    seconds: options.seconds,
    errors,
    done,
    processes: samplesOf(control, { begun, end: begun + options.seconds * 1_000 }),
  }
}

function launcher(control, { mark, options: { sampleMs, gcEvery } }) {
  const env = {
    ...process.env,
    // Handed on even where the rest of the environment is not.
    PATH: `${process.env.PATH}:${mark}`,
    SOAK_CONTROL: control.address,
    SOAK_SETTINGS: JSON.stringify({ sampleMs, gcEvery }),
  }
  return (program, args) => {
    const path = fileURLToPath(new URL(`processes/${program}.mjs`, import.meta.url))
    const child = spawn(process.execPath, [...nodeFlags, path, ...args], { env, stdio: ['ignore', 'inherit', 'pipe'] })
    child.stderr.setEncoding('utf8').on('data', (text) => control.fail(`${program} wrote to stderr: ${text}`))
    return child
  }
}

async function ready(control, name) {
  const isReady = () => control.processes.get(name)?.ready
  const details = await control.until(isReady, giveUpMs)
  if (details === undefined) throw new Error(`${name} did not begin in ${giveUpMs} ms`)
  return details
}

async function run(control, { end, log }) {
  const isBroken = () => [...control.processes.values()].some(({ isGone }) => isGone)
  for (let minute = 1; Date.now() < end; minute += 1) {
    const broken = control.until(() => (isBroken() ? true : undefined), Math.min(60_000, end - Date.now()))
    if ((await broken) === true) break
    log(`${minute} min: ${total(control.done)} done, ${control.errors.size} errors`)
  }
  for (const [name, { isGone }] of control.processes) if (isGone) control.fail(`${name} ended before its time`)
}

function total(done) {
  return Object.values(done).reduce((sum, count) => sum + count, 0)
}

/** Those of one turn must have ended by themselves before the next are told; where they have not, the rest is not told. */
async function endInTurn(control, turns) {
  for (const names of turns) {
    const members = names.map((name) => control.processes.get(name))
    for (const { socket } of members) socket.write('stop\n')
    const isOver = () => (members.every(({ isGone }) => isGone) ? true : undefined)
    const areOver = await control.until(isOver, giveUpMs)
    if (areOver === undefined) await tellLeft(control, members)
    for (const member of members) {
      if (member.isGone && !member.isOver) control.fail(`${member.name} was ended, it did not end by itself`)
    }
    if (areOver === undefined) return
  }
}

async function tellLeft(control, members) {
  for (const { socket, isGone } of members) if (!isGone) socket.write('left?\n')
  await control.until(() => (members.every(({ isGone, left }) => isGone || left) ? true : undefined), 2_000)
  for (const { name, isGone, left } of members) {
    if (!isGone) control.fail(`${name} has not ended in ${giveUpMs} ms; it is kept alive by ${left ?? 'work'}`)
  }
}

/** Nobody listens where the servers were. */
async function expectNobody(control, urls) {
  for (const url of Object.values(urls)) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const [outcome] = await Promise.race([once(socket, 'connect').then(() => ['open']), once(socket, 'error')]).catch(
      (error) => [error],
    )
    socket.destroy()
    if (outcome === 'open') control.fail(`somebody still listens at ${url}`)
  }
}

/** Whatever is left is told, and ended. */
async function endAll(control, { children, mark }) {
  const deadline = Date.now() + 2_000
  while (survivors(mark).length > 0 && Date.now() < deadline) await wait(50)
  for (const line of survivors(mark)) {
    control.fail(`left behind: ${line}`)
    process.kill(Number.parseInt(line, 10), 'SIGKILL')
  }
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    } else if (child.exitCode !== 0) control.fail(`a process ended with ${child.exitCode ?? child.signalCode}`)
  }
}

function samplesOf(control, { begun, end }) {
  const order = ['http', ...started, 'client'].filter((name) => control.processes.has(name))
  return order.map((name) => ({
    name,
    samples: control.processes.get(name).samples.filter(({ t }) => t >= begun && t <= end),
  }))
}
