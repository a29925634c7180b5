#!/usr/bin/env node
import process from 'node:process'
import { createProcessIo } from './process/process-io.js'
import { run } from './run.js'

// Setting `exitCode` is not enough: a server module may keep the process alive.
process.exit(await run(process.argv.slice(2), createProcessIo()))
