/**
 * Client capabilities of any legacy revision in newest shape: an `elicitation` without modes means forms, as it did before
 * there were modes. Unknown members are kept.
 *
 * spec: client/elicitation#capabilities
 */
export function normaliseClientCapabilities(
  capabilities: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const elicitation = capabilities['elicitation']
  if (typeof elicitation !== 'object' || elicitation === null) return capabilities
  if ('form' in elicitation || 'url' in elicitation) return capabilities
  return { ...capabilities, elicitation: { ...elicitation, form: {} } }
}
