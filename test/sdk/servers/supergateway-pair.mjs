// Two of supergateway in a row: one serves a program of stdio over HTTP, the other serves that over stdio.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'

const [gateway, served] = process.argv.slice(2)
const preload = new URL('./preload.mjs', import.meta.url).href
const node = ['--import', preload, gateway, '--logLevel', 'none']

const overHttp = [
  ...node,
  '--stdio',
  `${process.execPath} ${served}`,
  '--outputTransport',
  'streamableHttp',
  '--stateful',
]
const http = spawn(process.execPath, overHttp, {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, TOUR_HTTP: 'yes' },
})
process.once('exit', () => http.kill())
process.once('SIGTERM', () => process.exit())

for await (const line of createInterface({ input: http.stdout })) {
  if (!line.startsWith('http:')) continue
  const stdio = spawn(process.execPath, [...node, '--streamableHttp', `${line}mcp`], { stdio: 'inherit' })
  stdio.once('exit', (code) => process.exit(code ?? 1))
  process.once('exit', () => stdio.kill())
  break
}
