import { openCalls } from './http.mjs'

/**
 * Calls of a small tool over HTTP, with and without traces and metrics. The limit is the same server without the package. Beside
 * it stands a server whose tool makes the same span and metric by hand: what the SDK of OpenTelemetry takes, whoever calls it.
 */
export const traces = [
  calls('traces-off', {
    about: 'with @omniport/otel installed and nobody listening',
    others: ['omniport-untraced'],
    most: 1.02,
  }),
  calls('traces-on', { about: 'with traces and metrics', others: ['omniport-traced', 'opentelemetry'], most: 1.3 }),
]

function calls(name, { about, others, most }) {
  return {
    name,
    title: `tools/call over HTTP ${about}, 2026-07-28, JSON, 64 connections`,
    unit: 'µs',
    limit: 'omniport',
    contenders: ['omniport', ...others],
    target: { of: 'ratio', most },
    samples: 8,
    open: (contender) => openCalls({ contender, revision: '2026-07-28', answers: 'json' }),
  }
}
