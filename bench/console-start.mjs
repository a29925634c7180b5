// The time from the command to the first catalogue: `node bench/console-start.mjs [runs]`. It prints, for each run, the milliseconds until
// the address is printed, until the tools of the server are in the state of the page, and until Chromium has painted them, if there is one;
// and those of an empty program, since a busy machine slows all of them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const path = (from) => fileURLToPath(new URL(from, import.meta.url))
const command = path('../packages/omniport/dist/bundle/cli/main.js')
const target = ['--', process.execPath, path('../test/console/server/fixtures/workshop-stdio.mjs')]
const chromium = '/usr/bin/chromium'

const browser = existsSync(chromium) ? await openBrowser() : undefined
for (let run = 0; run < Number(process.argv[2] ?? 5); run += 1) console.log(JSON.stringify(await measure()))
await browser?.close()

async function openBrowser() {
  const { chromium: launcher } = await import('playwright-core')
  return launcher.launch({ executablePath: chromium, args: ['--no-sandbox', '--headless', '--disable-gpu'] })
}

async function measure() {
  const empty = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  const started = performance.now()
  const child = spawn(process.execPath, [command, 'console', '--no-browser', ...target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const address = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text) => resolve(/http:\S+/.exec(text)[0]))
  })
  const addressMs = performance.now() - started
  const [stateMs, paintedMs] = await Promise.all([untilListed(address, started), untilPainted(address, started)])
  child.kill('SIGINT')
  await ended
  const times = { emptyMs: started - empty, addressMs, stateMs, paintedMs }
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, ms && Math.round(ms)]))
}

async function untilListed(address, started) {
  const { origin, hash } = new URL(address)
  const [, token] = /token=([\w-]+)/.exec(hash)
  for (;;) {
    const response = await fetch(`${origin}/api/1/state`, { headers: { 'x-omniport-token': token } })
    const { catalogues } = await response.json()
    if (catalogues[0]?.tools !== undefined) return performance.now() - started
    await setTimeout(5)
  }
}

async function untilPainted(address, started) {
  if (browser === undefined) return undefined
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await page.getByText('echo', { exact: true }).first().waitFor()
  const ms = performance.now() - started
  await context.close()
  return ms
}
