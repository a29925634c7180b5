import { spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Command } from 'omniport/client'

/** A program that serves over HTTP. Whoever started it stops it. */
export interface ServedProgram {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a program that says in a line of its output where it serves. */
export async function serveProgram({ command, args = [], env }: Command): Promise<ServedProgram> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('http:') && resolve(line))
    child.on('error', reject)
    void ended.then(() => reject(new Error(`It ended before it served: ${complaints}`)))
  })
  const stop = () => {
    child.kill()
    return ended
  }
  return { url, stop }
}
