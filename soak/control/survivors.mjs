import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

/** The processes that carry a mark in their environment, but for this one: `pid: command`. None where there is no `/proc`. */
export function survivors(mark) {
  return pids().flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)) return []
      return [`${pid}: ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`]
    } catch {
      return [] // ended while we looked, or belongs to another user
    }
  })
}

function pids() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  } catch {
    return []
  }
}
