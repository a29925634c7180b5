import { apps } from './manifest/apps.js'
import { auth } from './manifest/auth.js'
import { base } from './manifest/base.js'
import { cache } from './manifest/cache.js'
import { can } from './manifest/can.js'
import { cap } from './manifest/cap.js'
import { cc } from './manifest/cc.js'
import { comp } from './manifest/comp.js'
import { depr } from './manifest/depr.js'
import { eli } from './manifest/eli.js'
import { ema } from './manifest/ema.js'
import { err } from './manifest/err.js'
import { host } from './manifest/host.js'
import { http } from './manifest/http.js'
import { icon } from './manifest/icon.js'
import { int } from './manifest/int.js'
import { jsch } from './manifest/jsch.js'
import { log } from './manifest/log.js'
import { mrtr } from './manifest/mrtr.js'
import { pag } from './manifest/pag.js'
import { ping } from './manifest/ping.js'
import { pro } from './manifest/pro.js'
import { prompt } from './manifest/prompt.js'
import { res } from './manifest/res.js'
import { root } from './manifest/root.js'
import { samp } from './manifest/samp.js'
import { sec } from './manifest/sec.js'
import { skill } from './manifest/skill.js'
import { sse } from './manifest/sse.js'
import { stdio } from './manifest/stdio.js'
import { sub } from './manifest/sub.js'
import { task } from './manifest/task.js'
import { taskx } from './manifest/taskx.js'
import { tool } from './manifest/tool.js'
import { ver } from './manifest/ver.js'
import type { Requirement } from './parse-requirements.js'

const areas = [
  base,
  ver,
  int,
  cap,
  stdio,
  sse,
  http,
  can,
  pro,
  ping,
  sub,
  mrtr,
  cache,
  pag,
  tool,
  res,
  prompt,
  comp,
  log,
  root,
  samp,
  eli,
  task,
  taskx,
  jsch,
  icon,
  auth,
  cc,
  ema,
  sec,
  host,
  err,
  depr,
  apps,
  skill,
] as const

/** The id of a requirement of the manifest. */
export type RequirementId = (typeof areas)[number][number]['id']

/** All requirements of the manifest by id, area by area, in the order of the specification. */
export const requirements: ReadonlyMap<string, Requirement<RequirementId>> = new Map(
  areas.flat().map((row) => [row.id, row]),
)
