#!/usr/bin/env node
import process from 'node:process'
import { createProcessIo } from './process/process-io.js'
import { run } from './run.js'

// Not `exitCode`: a server module that runs in here may hold things open.
process.exit(await run(process.argv.slice(2), createProcessIo()))
