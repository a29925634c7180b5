import type {
  OAuthClientInformation,
  OAuthClientInformationFull,
  OAuthMetadata,
  OpenIdProviderDiscoveryMetadata,
} from '../schemas/oauth.gen.js'

export * from '../schemas/oauth.gen.js'

/** A registration, with or without what the client said of itself. */
export type OAuthClientInformationMixed = OAuthClientInformation | OAuthClientInformationFull
/** Metadata of an authorization server, of either kind. */
export type AuthorizationServerMetadata = OAuthMetadata | OpenIdProviderDiscoveryMetadata
