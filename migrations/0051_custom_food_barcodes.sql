-- The barcode (GTIN, 14 digits) of a food made from its label; null if it has none. A scan finds the food by it.
ALTER TABLE custom_foods ADD COLUMN barcode text CONSTRAINT custom_foods_barcode_check CHECK (barcode ~ '^[0-9]{14}$');
CREATE INDEX custom_foods_barcode ON custom_foods (user_id, barcode) WHERE barcode IS NOT NULL;
