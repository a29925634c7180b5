#!/usr/bin/env node
import { run } from './run.js'

const { stdin: input, stderr: output } = process
const terminal = input.isTTY && output.isTTY ? { input, output } : undefined

try {
  await run(process.argv.slice(2), {
    cwd: process.cwd(),
    terminal,
    write: (text) => void process.stdout.write(text),
    warn: (text) => void process.stderr.write(`create-omniport: ${text}\n`),
  })
} catch (reason) {
  process.stderr.write(`create-omniport: ${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exitCode = 1
}
