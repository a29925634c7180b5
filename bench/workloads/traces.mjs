import { openCalls } from './http.mjs'

/** Calls of a small tool over HTTP, with and without traces and metrics. The limit is the same server without the package. */
export const traces = [
  calls('traces-off', { about: 'with @omniport/otel installed and nobody listening', other: 'untraced', most: 1.02 }),
  calls('traces-on', { about: 'with traces and metrics', other: 'traced', most: 1.3 }),
]

function calls(name, { about, other, most }) {
  return {
    name,
    title: `tools/call over HTTP ${about}, 2026-07-28, JSON, 64 connections`,
    unit: 'µs',
    limit: 'omniport',
    contenders: ['omniport', `omniport-${other}`],
    target: { of: 'ratio', most },
    samples: 8,
    open: (contender) => openCalls({ contender, revision: '2026-07-28', answers: 'json' }),
  }
}
