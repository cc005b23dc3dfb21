import { userSchema } from './user'

// What a directory asks before it sends anybody (RFC 7643, 5 to 7).

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A list in SCIM's form. */
export const listOf = (Resources: readonly object[], total = Resources.length, startIndex = 1) => ({
  schemas: [listSchema],
  totalResults: total,
  itemsPerPage: Resources.length,
  startIndex,
  Resources,
})

const unsupported = { supported: false }

export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: unsupported,
  sort: unsupported,
  etag: unsupported,
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token in SCIM_TOKEN', primary: true },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
}

export const resourceTypes = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'People who sign in through the company',
    schema: userSchema,
    meta: { resourceType: 'ResourceType' },
  },
]

const attributeOf = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description: '',
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const several = (name: string) => ({
  type: 'complex',
  multiValued: true,
  description:
    name === 'roles'
      ? 'Mapped by OIDC_ROLE_MAP; without a role we know, nobody enters'
      : 'The first primary or work one is shown',
  subAttributes: [attributeOf('value'), attributeOf('type'), attributeOf('display'), attributeOf('primary', { type: 'boolean' })],
})

export const schemas = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id: userSchema,
    name: 'User',
    description: 'A person who signs in through the company',
    attributes: [
      attributeOf('userName', { required: true, uniqueness: 'server' }),
      attributeOf('externalId', {
        required: true,
        caseExact: true,
        mutability: 'immutable',
        description: 'The subject of the sign-in',
      }),
      attributeOf('active', { type: 'boolean' }),
      attributeOf('displayName'),
      attributeOf('name', {
        type: 'complex',
        subAttributes: ['givenName', 'familyName', 'formatted'].map((name) => attributeOf(name)),
      }),
      attributeOf('emails', several('emails')),
      attributeOf('roles', several('roles')),
    ],
    meta: { resourceType: 'Schema' },
  },
]
