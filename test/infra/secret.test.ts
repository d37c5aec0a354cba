import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { functionsOf, propertiesOf, propertiesOfThe, synthesized } from './synthesis.ts';

const { template } = await synthesized('prod');
const environments = functionsOf(
  template,
  v.looseObject({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) }),
);

describe('the secret', () => {
  test('is generated on deploy, with 64 characters', () => {
    const schema = v.looseObject({ SecretString: v.optional(v.never()), GenerateSecretString: v.unknown() });
    expect(propertiesOfThe(template, 'AWS::SecretsManager::Secret', schema).GenerateSecretString).toEqual({
      PasswordLength: 64,
      ExcludePunctuation: true,
    });
  });

  test('appears in environments and in the rest of the template only by reference', () => {
    const [id] = propertiesOf(template, 'AWS::SecretsManager::Secret', v.unknown()).keys();
    for (const { Environment } of environments.values()) {
      expect([undefined, { Ref: id }]).toContainEqual(Environment.Variables['SECRET_ID']);
    }
    expect(JSON.stringify(template)).not.toContain('resolve:secretsmanager');
  });
});
