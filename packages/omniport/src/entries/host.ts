export type { AppServer } from '../client/apps/loaded-app.js'
export type { HostApp } from '../host/apps/host-app.js'
export type { AuditEntry, AuditRecord, AuditSink } from '../host/audit/audit-record.js'
export { verifyAudit } from '../host/audit/verify-audit.js'
export type { KnownTool } from '../host/catalogue/catalogue.js'
export { estimateTokens, type ModelTool } from '../host/catalogue/estimate-tokens.js'
export type { HostTool } from '../host/catalogue/host-tool.js'
export type { FoundTool } from '../host/catalogue/search/found-tool.js'
export { digestDefinition } from '../host/catalogue/server-catalogue.js'
export type { Config, ConfigProblem } from '../host/config/config.js'
export type { InputQuestion } from '../host/config/expand/config-input.js'
export type { AskInput } from '../host/config/expand/config-input-values.js'
export type { ConfigLocation } from '../host/config/find/config-locations.js'
export type {
  ConsentDecision,
  DetailedConsentDecision,
  Remember,
  Verdict,
} from '../host/consent/decisions/consent-decision.js'
export type { Decision, DecisionStore } from '../host/consent/decisions/decision.js'
export { describeConsentRequest } from '../host/consent/descriptions/describe-consent-request.js'
export type { Description, DescriptionLine } from '../host/consent/descriptions/description.js'
export type {
  AppConsent,
  CallConsent,
  ConsentRequest,
  ElicitConsent,
  RootsConsent,
  SampleConsent,
  SkillConsent,
  StartConsent,
} from '../host/consent/requests/consent-request.js'
export { createHost } from '../host/create-host.js'
export type { Host, HostCallOptions, HostPrompt, OfServer, ToolsOptions } from '../host/host.js'
export type { HostEvent } from '../host/host-event.js'
export type { FromServer, HostOptions } from '../host/host-options.js'
export { createFileAudit, type FileAudit, readFileAudit } from '../host/node/audit/file-audit.js'
export type { DiscoverConfigsOptions, LoadConfigOptions } from '../host/node/config/config-options.js'
export { discoverConfigs } from '../host/node/config/discover-configs.js'
export { loadConfig } from '../host/node/config/load-config.js'
export { type WatchConfigOptions, watchConfig } from '../host/node/config/watch-config.js'
export { createFileDecisions, type FileDecisionsOptions } from '../host/node/consent/file-decisions.js'
export { createFileLock } from '../host/node/pins/file-lock-store.js'
export type { Lock, LockStore, Pin, PinChange } from '../host/pins/pin.js'
export type { Finding } from '../host/pins/scan/finding.js'
export { scanTool } from '../host/pins/scan/scan-tool.js'
export { chooseModel, type Model } from '../host/sampling/choose-model.js'
export type { OpenAiOptions } from '../host/sampling/open-ai/open-ai-options.js'
export { createOpenAiSample } from '../host/sampling/open-ai/open-ai-sample.js'
export type { Sample, SampleBudget } from '../host/sampling/sample.js'
export type { ServerState, ServerStatus } from '../host/servers/server-status.js'
export type { Launch } from '../host/servers/settings/launch.js'
export type {
  ConfigSource,
  ConfigVariable,
  ServerSettings,
  ToolFilter,
} from '../host/servers/settings/server-settings.js'
export type { HostSkill, HostSkillState } from '../host/skills/host-skill.js'
export type { HostSkillFile, LoadedHostSkill } from '../host/skills/loaded-host-skill.js'
