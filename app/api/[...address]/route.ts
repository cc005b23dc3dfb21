import { noSuchAddress } from '@/lib/platform/not-served'

export const GET = noSuchAddress
export const POST = noSuchAddress
export const PUT = noSuchAddress
export const PATCH = noSuchAddress
export const DELETE = noSuchAddress
