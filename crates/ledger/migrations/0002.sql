-- Seals are looked through every few seconds for those that can be published; most of them are published already.
CREATE INDEX seals_to_publish ON seals (id) WHERE published IS NULL;
